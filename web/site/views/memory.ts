import "./host";
import "../../../editors/vscode/webview/memory";
