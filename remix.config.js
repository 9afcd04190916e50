/** @type {import("@remix-run/dev").VitePluginConfig} Options of the Remix Vite plugin. The v3 flags keep a later move to React Router mechanical. */
export default {
	appDirectory: "app",
	buildDirectory: "build",
	serverModuleFormat: "esm",
	future: {
		v3_fetcherPersist: true,
		v3_lazyRouteDiscovery: false,
		v3_relativeSplatPath: true,
		v3_routeConfig: true,
		v3_singleFetch: true,
		v3_throwAbortReason: true,
	},
};
