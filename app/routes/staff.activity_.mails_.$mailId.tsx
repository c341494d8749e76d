export { default, meta } from "~/features/staff/activity/mail-preview-route";
export { action, loader } from "~/features/staff/activity/mail-preview-route.server";
