export { default, meta } from "~/features/staff/settings/settings-route";
export { action, loader } from "~/features/staff/settings/settings-route.server";
