#!/bin/bash

# What the scripts have in common. The helpers of YunoHost are loaded by whoever sources this.

# Installs the package and, from npm's registry, what it needs of this machine's kind.
install_package() {
  ynh_setup_source --dest_dir="$install_dir"
  ynh_hide_warnings npm install --prefix "$install_dir" --omit=dev --no-audit --no-fund "$install_dir/satchel.tgz"
  chown -R "$app:$app" "$install_dir"
}

add_settings() {
  ynh_config_add --template="satchel.env" --destination="$install_dir/satchel.env"
  chmod 600 "$install_dir/satchel.env"
  chown root:root "$install_dir/satchel.env"
}

add_service() {
  yunohost service add "$app" --description="Private archive for links" --log="systemd"
}

# Waits for the sentence that Satchel prints when everything is there.
start() {
  ynh_systemctl --service="$app" --action="start" --wait_until="Satchel is ready" --log_path="systemd"
}

stop() {
  ynh_systemctl --service="$app" --action="stop" --log_path="systemd"
}

# One of Satchel's own programs, on the data of this installation, as its user.
satchel() {
  ynh_exec_as_app env DATA_DIR="$data_dir" SATCHEL_CACHE="/var/cache/$app" "$install_dir/node_modules/.bin/satchel" "$@"
}
