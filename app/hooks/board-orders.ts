import { useFetcher } from "@remix-run/react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Report } from "../pages/proposal-actions.server.ts";
import { useRoot } from "../root-data.ts";
import type { SlotName } from "../schedule/grid.ts";
import { useTranslation } from "../translation.tsx";
import { useOnLeave } from "./on-leave.ts";
import { post } from "./post.ts";
import { useReportToast } from "./report-toast.ts";

/** A requested change that is not confirmed yet. */
export interface Move {
	entryId: number;
	/** Undefined: out of the schedule. */
	to: SlotName | undefined;
}

/** What is posted, and what it will change. */
export interface Order {
	fields: Record<string, string>;
	move?: Move | undefined;
}

/**
 * Sends changes one after the other, because each starts from the result of the one before. `moves` are the
 * unconfirmed ones: refused ones are removed at once, others once the page has reloaded. After one
 * was undone, `before` is the change before it, so that several are taken back one by one.
 */
export function useOrders(path: string) {
	const { t } = useTranslation();
	const { data, state, submit } = useFetcher<Report>();
	const [orders, setOrders] = useState<readonly Order[]>([]);
	/** `before`: the last answer when it was sent. Renders may skip the states between. */
	const sent = useRef<{ order: Order; before: Report | undefined }>();
	const first = orders[0];
	const send = (order: Order) => setOrders((all) => [...all, order]);
	const { step, before } = data ?? {};
	const last = step ?? before;
	useReportToast(data, {
		topic: "schedule",
		local: true,
		undo: last && (() => send({ fields: { [`do.undo.${last.id}`]: "" } })),
		undoText: before && t("schedule.undoBefore"),
	});
	const formToken = useRoot()?.formToken;
	// Those not sent yet when somebody leaves: the page has shown them as done.
	useOnLeave(() => {
		// All at once: no script runs any more when the first is answered.
		for (const { fields } of orders.filter((order) => order !== sent.current?.order))
			void post(path, formToken ? { ...fields, formToken } : fields);
	});
	useEffect(() => {
		if (state !== "idle") return;
		const out = sent.current;
		if (out && data === out.before) return;
		sent.current = undefined;
		if (out) setOrders((all) => all.filter((order) => order !== out.order));
		else if (first) {
			sent.current = { order: first, before: data };
			submit(first.fields, { method: "post", action: path });
		}
	}, [state, data, submit, path, first]);
	const isRefused = data?.wrong && sent.current?.order === first && data !== sent.current?.before;
	const moves = useMemo(
		() => (isRefused ? orders.slice(1) : orders).flatMap(({ move }) => move ?? []),
		[isRefused, orders],
	);
	return {
		send,
		moves,
		before,
		isSending: orders.length > 0,
	};
}
