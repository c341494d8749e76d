export { default, handle, meta } from "~/features/staff/links/returning-links-route";
export { action, loader } from "~/features/staff/links/returning-links-route.server";
