export { default, meta } from "~/features/portal/data/data-route";
export { action, loader } from "~/features/portal/data/data-route.server";
