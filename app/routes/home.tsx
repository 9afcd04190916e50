/** The address `/` shows the login screen; its form posts to `/login`, since an index route would answer for its parent. */
export { default, handle, loader, meta } from "./login.tsx";
