import type { Status } from "../../app/lifecycle.ts";
import type { Look } from "./portraits.ts";

/** An invented talk. Texts are answers under their control names; required ones left "" make the entry incomplete. */
export interface DemoTalk {
	/** When it was submitted, to the minute, in Hangzhou's time (UTC+8). */
	sent: string;
	name: string;
	email: string;
	org: string;
	role: string;
	bio: string;
	website?: string;
	mastodon?: string;
	tracks: string;
	language: "English" | "Chinese";
	title: string;
	abstract: string;
	details: string;
	/** Missing: no photo was sent. */
	look?: Look;
	/** The box was left unticked. */
	withoutConsent?: true;
	/** Sent by the administrator for a speaker, so that the dashboard has something to show. */
	onBehalf?: true;
	/** What the programme committee decides. */
	status: Status;
}
