export { default, ErrorBoundary, meta } from "~/features/public/mail/mail-route";
export { action, headers, loader } from "~/features/public/mail/mail-route.server";
