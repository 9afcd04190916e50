interface Row {
	label: string;
	/** Length of its bar, from 0 to 1. */
	length: number;
	/** What its bar says, in figures. */
	text: string;
}

const ROW = 40;
const BAR = 12;
/** Letters of a label that fit beside its figure on the narrowest screen; Chinese ones take the room of two. */
const ROOM = 38;
const WIDE = /[\u2e80-\uffdc]/;

/** A label as far as there is room; the table beside the picture has all of it. */
function shortened(label: string): string {
	let room = ROOM;
	const letters = [...label];
	const end = letters.findIndex((letter) => {
		room -= WIDE.test(letter) ? 2 : 1;
		return room < 0;
	});
	return end === -1 ? label : `${letters.slice(0, end - 1).join("")}…`;
}

/** A horizontal bar per name below it. */
export function BarPicture({ rows, label }: { rows: readonly Row[]; label: string }) {
	return (
		<svg className="chart bar-picture" height={rows.length * ROW} role="img" aria-label={label}>
			{rows.map(({ label: name, length, text }, index) => (
				<g key={name}>
					<text y={index * ROW + 16}>{shortened(name)}</text>
					<text x="100%" y={index * ROW + 16} textAnchor="end">
						{text}
					</text>
					{length > 0 && <rect y={index * ROW + 22} width={`${(100 * length).toFixed(2)}%`} height={BAR} rx={2} />}
				</g>
			))}
		</svg>
	);
}
