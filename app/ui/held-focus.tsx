import { Component, type ReactNode } from "react";
import { holdFocus } from "./hold-focus.ts";

/**
 * Holds the focus within what it renders: an answer may arrive while the focus is far below what it changes. A class,
 * because only class components are called before the page changes.
 */
export class HeldFocus extends Component<{ children: ReactNode; within: string }> {
  override getSnapshotBeforeUpdate(): () => void {
    return holdFocus(`#${this.props.within}`);
  }

  override componentDidUpdate(_before: unknown, _state: unknown, release: () => void): void {
    release();
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
