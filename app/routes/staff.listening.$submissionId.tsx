export { default, meta } from "~/features/staff/listening/listening-route";
export { action, loader } from "~/features/staff/listening/listening-route.server";
