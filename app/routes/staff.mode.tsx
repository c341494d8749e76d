export { default, meta } from "~/features/staff/mode/mode-route";
export { action, loader } from "~/features/staff/mode/mode-route.server";
