export { default, meta } from "~/features/staff/activity/activity-route";
export { loader } from "~/features/staff/activity/activity-route.server";
