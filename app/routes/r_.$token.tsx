export { default, handle, meta } from "~/features/wizard/links/returning-route";
export { loader } from "~/features/wizard/links/returning-route.server";
