import { linkIn, PASSWORD, register } from "../accounts.ts";
import { unsubscribePath } from "../broadcasts.ts";
import { sendArtwork, sendProject, sendRegistration, sendTalk, sendWork } from "../entries.ts";
import { LATE_COPY } from "../late-forms.ts";
import { LATE_LINK } from "../late-links.ts";
import { openPortal, type TestPortal } from "../portal.ts";
import { organiser, place, publishTalks, release, TRACKS } from "../released-schedule.ts";
import { REVIEWED } from "../reviews.ts";
import { appoint, makeMember } from "../sessions.ts";
import { keptApart } from "../spam.ts";

export const SPEAKER = { email: "mei@example.org", password: PASSWORD };

/** A line no browser can break, as long as a name may be. */
export const LONG = "Unbreakable".repeat(18);

/** Where the screens are shown. */
export interface Scene {
	portals: {
		/** Everything has happened. */
		full: TestPortal;
		/** Nothing has, but there are accounts. */
		empty: TestPortal;
		/** Without entries or accounts. */
		fresh: TestPortal;
	};
	/** Numbers of entries, and addresses that only mails and links tell. */
	known: {
		talk: number;
		work: number;
		artwork: number;
		project: number;
		registration: number;
		released: number;
		/** A talk of an archived event. */
		before: number;
		key: string;
		reset: string;
		verify: string;
		setup: string;
		invitation: string;
		unsubscribe: string;
		/** The link of somebody who has unsubscribed. */
		unsubscribed: string;
	};
}

/** All entries here are Chinese, so English in a Chinese page is a text of the portal. */
const TEXTS = {
	talk: { abstract: "从一千次合并请求中学到的。", bio: "维护一个编译器。", org: "示例大学", role: "工程师" },
	work: { title: LONG, org: LONG, country: "中国", description: "会教学。" },
	artwork: { artworkTitle: LONG, country: LONG, org: "工作室", artworkDescription: "会发光。" },
	project: {
		projectname: LONG,
		overview: "能编译。",
		projectage: "五年",
		why: "很好。",
		nominatorname: "李雷",
		ownername: LONG,
	},
	registration: {
		name: LONG,
		position: LONG,
		background: LONG,
		companySchool: "示例大学",
		forumTopic: '["ai-education","ai-evolution","ai-ethics-governance"]',
	},
};

/** An archived event with one released talk. */
const earlierEvent = (talk: number) => `
	insert into events (slug, state, name, name_zh, place, place_zh, zone, organisation, support, accent, front, grid)
		select 'earlier', 'archived', 'Earlier 2024', '开源大会2024', place, place_zh, zone, organisation, support, '#7a1fa2', '${LONG}', '{"days":[]}'
		from events where state = 'current';
	update entries set event_id = 2, status = 'Accept' where id = ${talk};
	update outbox set subject = '邮件' || id;
	insert into releases (event_id, number, at, grid) values (2, 1, 1720000000000, '${JSON.stringify({
		days: [
			{
				...{ id: "day90", date: "2024-09-14", tracks: [{ id: "ai-next", room: "101" }] },
				slots: [{ trackId: "ai-next", time: "10:00", minutes: 30, entryId: talk }],
				specials: [],
			},
		],
	})}');`;

export async function openScene(): Promise<Scene> {
	const [full, empty, fresh] = [await openPortal(), await openPortal(), await openPortal()];
	for (const portal of [full, empty]) await register(portal, SPEAKER.email);
	const setup = await fresh.services.administrators.newSetupToken();
	await full.services.passwordReset.request(SPEAKER.email, "en");
	const links = { reset: linkIn(full, "reset"), verify: linkIn(full, "verify"), setup: `/setup?token=${setup}` };
	for (const portal of [full, empty]) await appoint(portal);
	const ids = await publishTalks(full, { count: 30, tracks: TRACKS, days: ["day1", "day2"] });
	const talk = await sendTalk(full, { title: LONG, name: "李雷", ...TEXTS.talk, abstract: "长".repeat(300) });
	const key = new URLSearchParams(linkIn(full, "receipt").split("?")[1]).get("key") ?? "";
	const own = await sendTalk(full, { title: "我的议题", name: "韩梅梅", ...TEXTS.talk });
	const withdrawn = await sendTalk(full, { title: "已撤回的议题", name: "韩梅梅", ...TEXTS.talk });
	const work = await sendWork(full, TEXTS.work);
	const artwork = await sendArtwork(full, TEXTS.artwork);
	const project = await sendProject(full, TEXTS.project);
	const registration = await sendRegistration(full, TEXTS.registration);
	const before = await sendTalk(full, { title: LONG, name: "李雷", ...TEXTS.talk });
	const removed = await sendTalk(full, { title: LONG, name: LONG, ...TEXTS.talk });
	const unchecked = await sendTalk(full, { title: "等待检查的议题", name: "韩梅梅", ...TEXTS.talk });
	const unsubscribe = unsubscribePath(full, "lilei@example.org");
	const unsubscribed = unsubscribePath(full, `to-${LONG.slice(0, 60)}@example.org`);
	await full.services.optOuts.change(new URL(unsubscribed, full.origin).searchParams, "out");
	const [first = 0, second = 0, third = 0, fourth = 0] = ids;
	const mei = "(select id from users where email = 'mei@example.org')";
	await register(full, "sun@example.org");
	makeMember(full, "sun@example.org", "organiser");
	const invited = await full.services.invitations.send(await organiser(full), {
		email: "new@example.org",
		role: "organiser",
		locale: "en",
	});
	if (invited) throw new Error(invited);
	const invitation = linkIn(full, "invite");
	await full.db.write(() => {
		full.sqlite.exec(`
			update entries set title = '第' || id || '场：编译器与智能体', name = '王' || id, org = '示例大学',
				answers = json_patch(answers, '{"abstract":"从实践中学到的。","bio":"维护一个编译器。","role":"工程师"}')
				where id in (${ids.join()});
			update entries set user_id = ${mei}, status = 'Accept' where id in (${own}, ${first});
			update entries set user_id = ${mei}, status = 'Hold', incomplete = '["overview","gone"]' where id = ${project};
			update entries set user_id = ${mei}, presence = 'withdrawn' where id = ${withdrawn};
			update entries set status = 'Reject' where id in (${work}, ${registration});
			${keptApart("spam", removed)} ${keptApart("unchecked", unchecked)}
			update entries set sent_from = 'a network' where id = ${removed};
			update entries set panelists = '["ai-next"]', keywords = '["Security"]' where id = ${talk};
			update entries set title = '${LONG}', org = '${LONG}', name = '${LONG}' where id = ${second};
			update entries set email_folded = 'same@example.org' where id in (${second}, ${third});
			update entries set status = 'Hold' where id = ${fourth};
			update programmes set confirm_by = ${full.clock.now + 30 * 24 * 60 * 60 * 1000} where category = 'hangzhou';
			update entries set confirmed_at = 1 where id = ${first};
			update day_tracks set room = '${LONG.slice(0, 60)}' where track_id = 'ai-next';
			update tracks set active = 0 where id = 'ws-dora';
			insert into saved_views (kind, name, search) select value, '候补的提交', 'status=Hold'
				from json_each('["talk", "nomination", "aigc", "forum"]');
			insert into special_events (day_id, track_id, time, minutes, title, title_zh, description, description_zh)
				values ('day2', null, '18:00', 60, 'Party', '晚会', '', '');
			update users set name = '孙悟空' where email = 'sun@example.org';
			update users set name = '韩梅梅' where email = 'mei@example.org';
			update outbox set subject = '邮件' || id;
			update releases set note = '第一版。';
			update outbox set state = 'failed', attempts = 3, last_error = '550 5.1.1 ${LONG}' where id = 1;
			update outbox set state = 'sent', attempts = 1 where id = 2;
			insert into decision_releases values (1, 1, 'hangzhou', '["Accept"]', '[]', 'seen', 2, 1, null);
			update outbox set decision_release = 1 where id in (2, 3);
			insert into broadcasts values (1, 1, 'of=talk&status=Accept', 'News', 'Text', '通知', '内容', 'a@b.example', 'seen', 2, null);
			update outbox set broadcast = 1 where id in (4, 5);
			insert into messages (entry_id, thread, from_team, actor_id, body, at)
				select ${talk}, thread, from_team, iif(from_team, (select min(id) from users), null), body, ${full.clock.now} from (
					select 'people' as thread, 0 as from_team, '请问演讲用什么语言？' as body
					union all select 'people', 1, '中文或英文均可。' union all select 'people', 0, '${LONG}'
					union all select 'organisers', 1, '建议安排在上午。');
			${LATE_COPY}
			${LATE_LINK}
			${REVIEWED}
			insert into assignments values (${first}, ${mei}, 'hand', 1, null);
			insert into assignments select ${talk}, min(id), 'hand', 1, null from users where is_admin;
			insert into conflicts select ${second}, id, 'found', 1, null from users where email = 'sun@example.org';
			insert into conflicts select ${third}, id, 'dismissed', 1, null from users where email = 'sun@example.org';
			insert into review_comments (entry_id, author_id, text, mentions, at)
				select ${talk}, min(id), '建议录用，请大家看看。', json_array(min(id)), 1 from users where is_admin
				union all select ${talk}, ${mei}, '${LONG}', '[]', 2;
		`);
	});
	empty.sqlite.exec("update outbox set subject = '邮件' || id");
	await release(full, `${LONG}\n厅室有变。`);
	await place(full, own, ["day2", "ai-next", "14:00"]);
	const actor = await organiser(full);
	await full.services.triage.change(actor, [{ id: talk, kind: "status", to: "Hold" }], true);
	await full.db.write(() => void full.sqlite.exec(earlierEvent(before)));
	return {
		portals: { full, empty, fresh },
		known: {
			...{ talk, work, artwork, project, registration, released: second, before, key, invitation },
			...{ unsubscribe, unsubscribed, ...links },
		},
	};
}
