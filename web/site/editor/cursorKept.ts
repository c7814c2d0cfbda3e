// Keeps the cursor where it is while marks come. Firefox moves it to the start of a text that moves into another element, such as
// the mark of a finding, and the editor takes that for a key of the user.

import type { Extension } from "@codemirror/state";
import { EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

class Before {
  node: Node | null = null;
  offset = 0;

  /** Before the text is drawn anew. */
  update(): void {
    const selection = getSelection();
    this.node = selection?.anchorNode ?? null;
    this.offset = selection?.anchorOffset ?? 0;
  }
}

const before = ViewPlugin.fromClass(Before);

/** Puts the cursor back if drawing has moved it. A selection, and what an input method composes, are left alone. */
function restore({ view }: ViewUpdate): void {
  const selection = getSelection();
  const { main } = view.state.selection;
  const known = view.plugin(before);
  if (known === null || selection === null || !main.empty || view.composing || !view.hasFocus) {
    return;
  }
  const { anchorNode: node, anchorOffset: offset, isCollapsed } = selection;
  const isMoved = node !== known.node || offset !== known.offset;
  if (isMoved && isCollapsed && node !== null && view.contentDOM.contains(node) && view.posAtDOM(node, offset) !== main.head) {
    const place = view.domAtPos(main.head);
    selection.collapse(place.node, place.offset);
  }
}

export const cursorKept: Extension = [before, EditorView.updateListener.of(restore)];
