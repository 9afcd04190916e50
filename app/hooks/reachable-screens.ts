import { useEffect } from "react";
import { sayNotLoaded } from "./kept-page.ts";

/** Remix's list of routes with the script files of each, and the route modules that are loaded. */
interface Screens {
	__remixManifest?: {
		routes: Record<
			string,
			{ parentId?: string; path?: string; hasClientLoader?: boolean; module: string; imports?: string[] }
		>;
	};
	__remixRouteModules?: Record<string, unknown>;
}

/** Files of the screen at a path of the console that are not loaded yet. None if it is a document of its own. */
function filesLacking(pathname: string): string[] {
	const { __remixManifest: manifest, __remixRouteModules: loaded = {} } = window as Screens;
	const screens = Object.entries(manifest?.routes ?? {}).filter(
		([, { parentId, hasClientLoader }]) => parentId === "routes/admin" && hasClientLoader,
	);
	const found = screens.find(([, { path }]) => `/${path}` === pathname);
	if (!found) return [];
	const [id, { module, imports = [] }] = found;
	return id in loaded ? [] : [module, ...imports];
}

/** @returns the status of the answer, once the browser has all of it at hand */
async function fetched(file: string): Promise<number> {
	const answer = await fetch(file);
	await answer.arrayBuffer();
	return answer.status;
}

/**
 * Loads the scripts of a screen before its link is followed. Without them Remix would load a document instead, and offline
 * that is the browser's error page, which discards the form.
 */
export function useReachableScreens(): void {
	useEffect(() => {
		const reachable = new WeakSet<Element>();
		const follow = (event: MouseEvent) => {
			if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
			const link = (event.target as Element).closest<HTMLAnchorElement>("a[href^='/admin']");
			if (!link || link.pathname === location.pathname || reachable.has(link)) return;
			const files = filesLacking(link.pathname);
			if (navigator.onLine && files.length === 0) return;
			event.preventDefault();
			event.stopPropagation();
			if (navigator.onLine) void load(link, files);
			else sayNotLoaded();
		};
		const load = async (link: HTMLAnchorElement, files: string[]) => {
			const statuses = await Promise.all(files.map(fetched)).catch(() => [0]);
			// A newer version of the portal has replaced the file: its document names the new one.
			if (statuses.includes(404)) return location.assign(link.href);
			if (statuses.some((status) => status !== 200)) return sayNotLoaded();
			reachable.add(link);
			link.click();
			reachable.delete(link);
		};
		addEventListener("click", follow, true);
		return () => removeEventListener("click", follow, true);
	}, []);
}
