import "./host";
import "../../../editors/vscode/webview/dump";
