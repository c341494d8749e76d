export { default, meta } from "~/features/staff/connections/connections-route";
export { action, loader } from "~/features/staff/connections/connections-route.server";
