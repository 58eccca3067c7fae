"""What an operator needs: figures, health, logs that can be searched."""
