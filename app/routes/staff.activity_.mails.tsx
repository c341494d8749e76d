export { default, meta } from "~/features/staff/activity/mails-route";
export { loader } from "~/features/staff/activity/mails-route.server";
