export { default, meta } from "~/features/staff/connections/board-columns-route";
export { action, loader } from "~/features/staff/connections/board-columns-route.server";
