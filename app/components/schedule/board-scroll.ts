/** Scrolls the tables sideways until the column of a track is visible beside the times. */
export function showColumn(board: HTMLElement, trackId: string): void {
	for (const scroller of board.querySelectorAll(".scroll")) {
		const [times, column] = [
			scroller.querySelector("thead th"),
			[...scroller.querySelectorAll("th")].find(({ dataset }) => dataset.track === trackId),
		];
		if (!times || !column) continue;
		const left = times.getBoundingClientRect().right;
		const { right } = scroller.getBoundingClientRect();
		const at = column.getBoundingClientRect();
		if (at.left < left) scroller.scrollLeft += at.left - left;
		else if (at.right > right) scroller.scrollLeft += at.right - right;
	}
}
