export { action, loader } from "~/features/wizard/notice-route.server";
