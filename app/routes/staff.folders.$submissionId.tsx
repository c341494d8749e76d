export { default, meta } from "~/features/staff/folder/folder-route";
export { loader } from "~/features/staff/folder/folder-route.server";
export { StaffError as ErrorBoundary } from "~/features/staff/staff-error";
