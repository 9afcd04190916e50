import { Component, type ReactNode } from "react";

interface Props {
	/** Another view when this changes. */
	view: string;
	children: ReactNode;
}

/**
 * Gives up the focus before the view that has it is removed; the new view takes it. Browsers that remove a focused
 * element bring the styles of the whole half-changed page up to date first, a fifth of the time until the new view is
 * painted. A class, because only classes are called before React changes the document.
 */
export class FocusRelease extends Component<Props> {
	override getSnapshotBeforeUpdate({ view }: Props): null {
		if (view !== this.props.view && document.activeElement instanceof HTMLElement) document.activeElement.blur();
		return null;
	}

	/** React wants both. */
	override componentDidUpdate(): void {}

	override render(): ReactNode {
		return this.props.children;
	}
}
