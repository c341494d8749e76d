export { action, loader } from "~/features/wizard/frame/dev-panel-route.server";
