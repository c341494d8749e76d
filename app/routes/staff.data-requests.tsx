export { default, meta } from "~/features/staff/data-requests/data-requests-route";
export { action, loader } from "~/features/staff/data-requests/data-requests-route.server";
