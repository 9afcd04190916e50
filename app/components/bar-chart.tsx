import { Link } from "@remix-run/react";
import { useTranslation } from "../translation.tsx";

interface Bar {
	label: string;
	value: number;
	/** The list it counts. */
	to?: string;
}

const WIDTH = 800;
const ROW = 28;
const LABEL = 240;
const HEIGHT = 160;

/** Bars drawn by the server, with the same numbers as a list for whoever does not see them. */
export function BarChart({ bars, title, columns }: { bars: readonly Bar[]; title: string; columns?: true }) {
	const { t } = useTranslation();
	const most = Math.max(1, ...bars.map(({ value }) => value));
	if (bars.length === 0) return <p className="empty">{t("overview.nothing")}</p>;
	return (
		<>
			<section className="scroll" tabIndex={0} aria-label={title}>
				{columns ? <Columns bars={bars} most={most} /> : <Rows bars={bars} most={most} />}
			</section>
			<details>
				<summary>
					{t("overview.asText")} <span className="hint">{title}</span>
				</summary>
				<dl className="details">
					{bars
						.filter(({ value }) => value > 0)
						.map(({ label, value, to }) => (
							<div key={label}>
								<dt>{to ? <Link to={to}>{label}</Link> : label}</dt>
								<dd>{value}</dd>
							</div>
						))}
				</dl>
			</details>
		</>
	);
}

/** One upright bar a day, with the first and the last named. */
function Columns({ bars, most }: { bars: readonly Bar[]; most: number }) {
	const step = WIDTH / bars.length;
	return (
		<svg className="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT + 24}`} aria-hidden="true">
			{bars.map(({ label, value }, index) => {
				const height = (value / most) * (HEIGHT - 20);
				return (
					<g key={label}>
						<rect x={index * step + 2} y={HEIGHT - height} width={step - 4} height={Math.max(height, 1)} rx={2} />
						{value > 0 && (
							<text x={index * step + step / 2} y={HEIGHT - height - 4} textAnchor="middle">
								{value}
							</text>
						)}
					</g>
				);
			})}
			<text x={0} y={HEIGHT + 18}>
				{bars[0]?.label}
			</text>
			<text x={WIDTH} y={HEIGHT + 18} textAnchor="end">
				{bars.at(-1)?.label}
			</text>
		</svg>
	);
}

/** One lying bar a name. */
function Rows({ bars, most }: { bars: readonly Bar[]; most: number }) {
	return (
		<svg className="chart" viewBox={`0 0 ${WIDTH} ${bars.length * ROW}`} aria-hidden="true">
			{bars.map(({ label, value }, index) => {
				const width = (value / most) * (WIDTH - LABEL - 48);
				const y = index * ROW;
				return (
					<g key={label}>
						<text x={LABEL - 8} y={y + 19} textAnchor="end">
							{[...label].slice(0, 34).join("")}
						</text>
						<rect x={LABEL} y={y + 4} width={Math.max(width, 1)} height={ROW - 8} rx={2} />
						<text x={LABEL + width + 8} y={y + 19}>
							{value}
						</text>
					</g>
				);
			})}
		</svg>
	);
}
