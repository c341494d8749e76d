export { default, handle, meta } from "~/features/staff/links/new-invitation-route";
export { action, loader } from "~/features/staff/links/new-invitation-route.server";
