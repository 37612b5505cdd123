#!/bin/sh
# Loads the capture server's page in headless Firefox with a fresh profile that accepts its certificate.
set -eu
profile=$tmp/firefox-$PORT
mkdir -p "$profile"
print=$(openssl x509 -in "$tmp/shop.pem" -noout -fingerprint -sha256 | cut -d= -f2)
printf 'shop.localhost:%s:\tOID.2.16.840.1.101.3.4.2.1\t%s\t\n' "$PORT" "$print" >"$profile/cert_override.txt"
cat >"$profile/user.js" <<EOF
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.dns.native-is-localhost", true);
user_pref("network.connectivity-service.enabled", false);
EOF
# Not --screenshot: it ends before the page fetches again on a connection of its own.
HOME=$profile timeout -s TERM 20 "$FIREFOX" --headless --no-remote --profile "$profile" "https://shop.localhost:$PORT/"
