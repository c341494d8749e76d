export { default, handle, meta } from "~/features/portal/profile/profile-route";
export { action, loader } from "~/features/portal/profile/profile-route.server";
