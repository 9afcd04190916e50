import type { AppLoadContext } from "@remix-run/node";

/** What the front page says of the conference and its calls. Server only. */
export function conferenceToday({ services, locale }: AppLoadContext) {
	return {
		facts: services.conference.facts(locale),
		calls: services.calls.today(locale),
		hasSchedule: services.publicSchedule.current() !== undefined,
	};
}
