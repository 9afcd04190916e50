import { Link } from "@remix-run/react";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";
import { NoEntries } from "../lists/finding-note.tsx";

export interface Bar {
	label: string;
	value: number;
}

const HEIGHT = 160;
/** Room for a number above the highest bar. */
const ABOVE = 20;

const highest = (bars: readonly Bar[]) => Math.max(1, ...bars.map(({ value }) => value));
const percent = (share: number) => `${(100 * share).toFixed(2)}%`;

/** A vertical bar per day or other period, with the first and last one labelled. Their numbers stand beside it as text. */
export function Columns({ bars, label }: { bars: readonly Bar[]; label: string }) {
	const most = highest(bars);
	return (
		<>
			<svg className="chart" height={HEIGHT} role="img" aria-label={label}>
				{bars.map(({ label, value }, index) => {
					const height = Math.max(1, (value / most) * (HEIGHT - ABOVE));
					return (
						<g key={label}>
							<rect
								x={percent((index + 0.1) / bars.length)}
								y={HEIGHT - height}
								width={percent(0.8 / bars.length)}
								height={height}
								rx={2}
							/>
							{value > 0 && (
								<text
									className={value === most ? "highest-bar" : undefined}
									x={percent((index + 0.5) / bars.length)}
									y={HEIGHT - height - 4}
									textAnchor="middle"
								>
									{value}
								</text>
							)}
						</g>
					);
				})}
			</svg>
			<p className="chart-axis hint">
				<span>{bars[0]?.label}</span> <span>{bars.at(-1)?.label}</span>
			</p>
		</>
	);
}

/** A column per day, and the same numbers as a list. */
export function ColumnChart({ bars, title }: { bars: readonly Bar[]; title: string }) {
	const { t, locale } = useTranslation();
	if (bars.length === 0) return <NoEntries text={t("overview.nothing")} />;
	return (
		<>
			<Columns bars={bars} label={title} />
			<details>
				<summary>
					{t("overview.asText")}
					{marks[locale].space}
					<span className="hint">{title}</span>
				</summary>
				<dl className="details">
					{bars
						.filter(({ value }) => value > 0)
						.map(({ label, value }) => (
							<div key={label}>
								<dt>{label}</dt>
								<dd>{value}</dd>
							</div>
						))}
				</dl>
			</details>
		</>
	);
}

/** A horizontal bar per name; each links to the list it counts. */
export function RowChart({ bars }: { bars: readonly (Bar & { to: string })[] }) {
	const { t } = useTranslation();
	const most = highest(bars);
	if (bars.length === 0) return <NoEntries text={t("overview.nothing")} />;
	return (
		<ul className="chart-rows">
			{bars.map(({ label, value, to }) => (
				<li key={to}>
					<Link to={to}>{label}</Link>{" "}
					<svg className="chart" height={20} aria-hidden="true">
						<rect width={percent(value / most)} height={20} rx={2} />
					</svg>{" "}
					<span>{value}</span>
				</li>
			))}
		</ul>
	);
}
