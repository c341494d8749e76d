export { default, handle, links, meta } from "~/features/public/release/listen-route";
export { loader } from "~/features/public/release/listen-route.server";
export { ErrorBoundary } from "~/ui/error-page";
