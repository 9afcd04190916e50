/** The type package describes the web build only under the name of the Node build. */
declare module "react-dom/server.browser" {
	export { renderToReadableStream } from "react-dom/server";
}
