/** GitHub sends people back here: the login screen in callback mode (specification section 2). */
export { default, handle, loader, meta } from "./login.tsx";
