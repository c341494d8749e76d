export { default, meta } from "~/features/staff/delivery/delivery-route";
export { action, loader } from "~/features/staff/delivery/delivery-route.server";
export { StaffError as ErrorBoundary } from "~/features/staff/staff-error";
