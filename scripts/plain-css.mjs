import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const TOKENS = fileURLToPath(new URL("../app/styles/tokens.css", import.meta.url));

/**
 * Converts the styles (cascade layers, `light-dark()`, variables) to plain rules for old phones, in-app browsers and
 * minimal browsers, which drop what they do not know. `test/browser/styles.test.ts` checks that both look the same.
 * @returns {import("postcss").Plugin}
 */
export function plainCss() {
	return {
		postcssPlugin: "plain-css",
		OnceExit(sheet, { AtRule, parse }) {
			// Files are imported in layer order, so source order replaces the layers.
			sheet.walkAtRules("layer", (layer) => void layer.replaceWith(layer.nodes ?? []));

			/** @type {Map<string, string>} */
			const constants = new Map();
			// A sheet that is loaded beside another one leaves out the tokens, but uses them.
			parse(readFileSync(TOKENS, "utf8")).walkRules(":root", (tokens) => {
				tokens.walkDecls(/^--/, ({ prop, value }) => {
					if (!value.startsWith("light-dark(")) constants.set(prop, value);
				});
			});
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
