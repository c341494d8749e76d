export { default, ErrorBoundary, meta } from "~/features/staff/folder/folder-route";
export { loader } from "~/features/staff/folder/folder-route.server";
