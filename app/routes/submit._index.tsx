export { default, meta } from "~/features/wizard/tasks/start-route";
export { action, loader } from "~/features/wizard/tasks/start-route.server";
