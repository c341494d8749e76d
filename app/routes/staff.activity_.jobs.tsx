export { default, meta } from "~/features/staff/activity/jobs-route";
export { action, loader } from "~/features/staff/activity/jobs-route.server";
