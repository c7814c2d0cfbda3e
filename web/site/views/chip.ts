import "./host";
import "../../../editors/vscode/webview/chip";
