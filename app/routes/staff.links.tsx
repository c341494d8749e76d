export { default, meta } from "~/features/staff/links/links-route";
export { action, loader } from "~/features/staff/links/links-route.server";
