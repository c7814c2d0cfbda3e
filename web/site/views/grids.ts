import "./host";
import "../../../editors/vscode/webview/grids";
