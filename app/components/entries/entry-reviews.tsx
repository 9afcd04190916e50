import { Fragment } from "react";
import type { shownDetails } from "../../pages/entry-details.server.ts";
import { Dated } from "../layout/dated.tsx";
import { EntryAnswers } from "./entry-details.tsx";

type Reviews = ReturnType<typeof shownDetails>["reviews"];

/** What reviewers say of an entry. */
export function EntryReviews({ reviews }: { reviews: Reviews }) {
	if (!reviews) return null;
	return (
		<>
			<h2>{reviews.heading}</h2>
			{reviews.links.length > 0 && (
				<p>
					{reviews.links.map(({ href, label }, at) => (
						<Fragment key={href}>
							{at > 0 && " · "}
							<a href={href}>{label}</a>
						</Fragment>
					))}
				</p>
			)}
			{reviews.note && <p>{reviews.note}</p>}
			{reviews.rows.map(({ id, at, about, answers }) => (
				<section key={id}>
					<h3>{about}</h3>
					<EntryAnswers answers={answers} />
					<p className="hint">
						<Dated date={at} />
					</p>
				</section>
			))}
		</>
	);
}
