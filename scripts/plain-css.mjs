/**
 * The styles are written in the CSS of today: cascade layers, `light-dark()`, a variable for every measure. Speakers come
 * with older phones, and with browsers inside apps: one that does not know layers drops all that is in them, one that
 * does not know `light-dark()` every colour, and a small one without variables every distance. All are sent the plain
 * rules that this makes of it; `test/browser/styles.test.ts` holds that both look the same.
 *
 * @returns {import("postcss").Plugin}
 */
export function plainCss() {
	return {
		postcssPlugin: "plain-css",
		OnceExit(sheet, { AtRule }) {
			// Files are imported in the order of their layers, so the order of the rules can stand for it.
			sheet.walkAtRules("layer", (layer) => void layer.replaceWith(layer.nodes ?? []));

			/** @type {Map<string, string>} */
			const constants = new Map();
			sheet.walkRules(":root", (tokens) => {
				const dark = tokens.clone({ selector: ':root:not([data-theme="light"])', nodes: [] });
				tokens.walkDecls(/^--/, (token) => {
					const [, light, other] = /^light-dark\((.+), (.+)\)$/.exec(token.value) ?? [];
					if (light && other) {
						dark.append(token.clone({ value: other }));
						token.value = light;
					} else {
						constants.set(token.prop, token.value);
						token.remove();
					}
				});
				sheet.walkRules('[data-theme="dark"]', (chosen) => void chosen.append(dark.clone().nodes));
				tokens.after(new AtRule({ name: "media", params: "(prefers-color-scheme: dark)", nodes: [dark] }));
			});
			sheet.walkDecls((declaration) => {
				declaration.value = declaration.value.replace(/var\((--[\w-]+)\)/g, (use, name) => constants.get(name) ?? use);
			});
		},
	};
}
