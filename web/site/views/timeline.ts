import "./host";
import "../../../editors/vscode/webview/timeline";
