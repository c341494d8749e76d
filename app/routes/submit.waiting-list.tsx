export { default, meta } from "~/features/wizard/waiting-list/waiting-list-route";
export { action, loader } from "~/features/wizard/waiting-list/waiting-list-route.server";
