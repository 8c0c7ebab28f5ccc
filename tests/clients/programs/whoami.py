"""Ask the public API of `wandb` who the caller is; it wants a key of 40 characters."""

import json

import wandb

api = wandb.Api(api_key="k" * 40)
print(json.dumps({"entity": api.default_entity, "username": api.viewer.username}))
