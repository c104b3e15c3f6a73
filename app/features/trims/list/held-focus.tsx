import { Component, type ReactNode } from "react";

type Held = { focused: Element; top: number; around: Element[] };

/**
 * Holds the control with the focus where it is in the window while what is above it changes: an answer may come when the
 * keyboard is far below. One that is gone leaves the focus to the title of what it stood in. A class, because only a class
 * is asked before the page changes.
 */
export class HeldFocus extends Component<{ children: ReactNode; within: string }> {
  override getSnapshotBeforeUpdate(): Held | null {
    const { activeElement: focused } = document;
    if (!focused?.closest(`#${this.props.within}`)) return null;
    const { top, bottom } = focused.getBoundingClientRect();
    if (bottom <= 0 || top >= innerHeight) return null;
    const around: Element[] = [];
    for (let at = focused.closest("details"); at; at = at.parentElement?.closest("details") ?? null) around.push(at);
    return { focused, top, around };
  }

  override componentDidUpdate(_before: unknown, _state: unknown, held: Held | null): void {
    if (!held) return;
    const { focused, top, around } = held;
    const title = around.find(({ isConnected }) => isConnected)?.querySelector("summary");
    if (!focused.isConnected) title?.focus({ preventScroll: true });
    const now = focused.isConnected ? focused : title;
    const scroller = now?.closest(":popover-open") ?? document.documentElement;
    if (now) scroller.scrollBy({ top: now.getBoundingClientRect().top - top, behavior: "instant" });
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
