export { default, meta } from "~/features/staff/dates/dates-route";
export { action, loader } from "~/features/staff/dates/dates-route.server";
